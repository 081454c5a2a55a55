import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const folders = ["web", "server", "contract"].map((name) =>
  path.join(import.meta.dirname, "..", "packages", name, "src"),
);

test("what people read says email, colour and sign in, one way each", async () => {
  const found: string[] = [];
  for (const folder of folders)
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/\.tsx?$/.test(name) || name.includes(".test.")) continue;
      const text = await readFile(path.join(folder, name), "utf8");
      const words = /\b[Ee]-mails?\b|[" ]Colors?"|[>"](?:Login|Log in)["<]/g;
      for (const [word] of text.matchAll(words)) found.push(`${name}: ${word}`);
    }

  expect(found).toEqual([]);
});
