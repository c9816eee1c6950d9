// Mocha's spec reporter with a last line for machines. CommonJS: mocha loads its reporter with require.
const { Runner, reporters } = require('mocha');

class Reporter extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      console.log(`${this.stats.passes} passed, ${this.stats.failures} failed`);
    });
  }
}

module.exports = Reporter;
