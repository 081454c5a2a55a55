/** A fast media child that accepts everything as music, with a limit that it never reaches. */
export const testMedia = {
  childUrl: new URL("test-media-child.ts", import.meta.url),
  fileLimitMs: 100_000,
};
