// The tasks of the reader, each loaded on first use: these modules run only in the reader process.

interface Task {
  readonly load: () => Promise<(input: never, egress: never) => Promise<unknown>>;
  readonly time: number;
  readonly atATime: number;
  /** The task makes no requests, so its process need not load the rules for requests. */
  readonly isOffline?: true;
  /** Runs in a separate process, as it computes for long. */
  readonly isAlone?: true;
}

const offline = <T extends Task['load']>(load: T, time: number) =>
  ({ load, time, atATime: 2, isOffline: true }) as const;
const alone = <T extends Task['load']>(load: T, time: number) =>
  ({ ...offline(load, time), isAlone: true }) as const;

export const TASKS = {
  page: { load: async () => (await import('./page.js')).readPage, time: 10_000, atATime: 8 },
  link: { load: async () => (await import('./link.js')).probeLink, time: 20_000, atATime: 4 },
  mcp: { load: async () => (await import('./message.js')).probeMcp, time: 10_000, atATime: 4 },
  repository: { load: async () => (await import('./repository.js')).askForge, time: 60_000, atATime: 4 },
  icon: { load: async () => (await import('./icon.js')).readIcon, time: 60_000, atATime: 4 },
  logo: { load: async () => (await import('./icon.js')).readLogo, time: 30_000, atATime: 4 },
  proof: { load: async () => (await import('./message.js')).readProof, time: 8_000, atATime: 8 },
  document: { load: async () => (await import('./message.js')).readDocument, time: 2_500, atATime: 8 },
  message: { load: async () => (await import('./message.js')).sendMessage, time: 10_000, atATime: 8 },
  source: { load: async () => (await import('./source.js')).readSource, time: 60_000, atATime: 2 },
  encode: offline(async () => (await import('./picture.js')).encodePicture, 10_000),
  screenshot: offline(async () => (await import('./picture.js')).encodeScreenshot, 20_000),
  entropy: offline(async () => (await import('./picture.js')).measureEntropy, 10_000),
  list: alone(async () => (await import('./collection/list.js')).readMarkdownList, 60_000),
  bookmarks: alone(async () => (await import('./collection/bookmarks.js')).readBookmarks, 30_000),
  outlines: alone(async () => (await import('./collection/bookmarks.js')).readOutlines, 30_000),
  yaml: alone(async () => (await import('./collection/yaml.js')).readYaml, 30_000),
  archive: alone(async () => (await import('./collection/archive.js')).readArchive, 30_000),
  workbook: alone(async () => (await import('./collection/workbook.js')).readWorkbook, 60_000),
} as const satisfies Record<string, Task>;

type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
type Run<N extends TaskName> = Awaited<ReturnType<Tasks[N]['load']>>;
export type Input<N extends TaskName> = Parameters<Run<N>>[0];
export type Output<N extends TaskName> = Awaited<ReturnType<Run<N>>>;
