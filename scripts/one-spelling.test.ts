import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const folders = ["web", "server", "contract"].map((name) =>
  path.join(root, "packages", name, "src"),
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

test("web, contract and on-air do not use the words whoever, nobody and anew", async () => {
  const found: string[] = [];
  for (const folder of ["packages/web", "packages/contract", "packages/on-air"])
    for (const name of await readdir(path.join(root, folder, "src"), { recursive: true })) {
      if (!/\.tsx?$/.test(name)) continue;
      const text = await readFile(path.join(root, folder, "src", name), "utf8");
      // `<user>nobody` is a user of the system.
      for (const [word] of text.matchAll(/\b(?:whoever|(?<!<user>)nobody|anew)\b/gi))
        found.push(`${name}: ${word}`);
    }

  expect(found).toEqual([]);
});
