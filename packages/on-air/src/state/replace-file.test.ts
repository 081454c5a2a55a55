import * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const steps = vi.hoisted((): string[] => []);

vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof files>();
  return {
    ...original,
    rename: async (from: string, to: string) => {
      steps.push("rename");
      await original.rename(from, to);
    },
    open: async (file: string, flags: string) => {
      const handle = await original.open(file, flags);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        steps.push(`sync ${path.basename(file)}`);
        await sync();
      };
      return handle;
    },
  };
});

// Other suites of this process have loaded the file on the plain module before, or will after.
beforeAll(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock("node:fs/promises");
  vi.resetModules();
});

test("a file is in its place, and its folder synced after that", async () => {
  const { replaceFile } = await import("./replace-file.ts");
  const folder = await files.mkdtemp(path.join(tmpdir(), "replace-"));
  const temporaryPath = path.join(folder, "state.new");
  const finalPath = path.join(folder, "state");
  await files.writeFile(temporaryPath, "new");

  await replaceFile({ temporaryPath, finalPath });

  expect(await files.readFile(finalPath, "utf8")).toBe("new");
  expect(steps).toEqual(["rename", `sync ${path.basename(folder)}`]);
  await files.rm(folder, { recursive: true });
});
