import * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { replaceFile } from "./replace-file.ts";

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

test("a file is in its place, and its folder synced after that", async () => {
  const folder = await files.mkdtemp(path.join(tmpdir(), "replace-"));
  const temporaryPath = path.join(folder, "state.new");
  const finalPath = path.join(folder, "state");
  await files.writeFile(temporaryPath, "new");

  await replaceFile({ temporaryPath, finalPath });

  expect(await files.readFile(finalPath, "utf8")).toBe("new");
  expect(steps).toEqual(["rename", `sync ${path.basename(folder)}`]);
  await files.rm(folder, { recursive: true });
});
