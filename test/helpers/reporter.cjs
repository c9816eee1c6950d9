// Mocha's spec reporter with the last line of test/run.mjs, for a file that is run alone. CommonJS: mocha loads its
// reporter with require.
const { Runner, reporters } = require('mocha');

class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes: passed, failures: failed } = this.stats;
      console.log(`${passed} passed, ${failed} failed`);
    });
  }
}

module.exports = Reporter;
