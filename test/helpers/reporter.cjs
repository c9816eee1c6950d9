// Mocha's spec reporter with a result for machines: a last line, or the file that test/run.mjs names. CommonJS:
// mocha loads its reporter with require.
const { writeFileSync } = require('node:fs');
const { Runner, reporters } = require('mocha');

class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = options.reporterOptions?.result;
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes: passed, failures: failed } = this.stats;
      if (file) writeFileSync(file, JSON.stringify({ passed, failed }));
      else console.log(`${passed} passed, ${failed} failed`);
    });
  }
}

module.exports = Reporter;
