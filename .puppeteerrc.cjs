// npm ci downloads no browser; docs/operators.md lists where one is looked for.
module.exports = { skipDownload: true };
