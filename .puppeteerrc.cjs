// npm ci downloads no browser; docs/screenshots.md lists where one is looked for.
module.exports = { skipDownload: true };
