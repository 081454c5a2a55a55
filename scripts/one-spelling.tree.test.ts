import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const folders = ["web", "server", "contract"].map((name) =>
  path.join(root, "packages", name, "src"),
);

test("what people read says email, colour and sign in, one way each", () => {
  const found: string[] = [];
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(name) || name.includes(".test.")) continue;
      const text = readFileSync(path.join(folder, name), "utf8");
      const words = /\b[Ee]-mails?\b|[" ]Colors?"|[>"](?:Login|Log in)["<]/g;
      for (const [word] of text.matchAll(words)) found.push(`${name}: ${word}`);
    }

  expect(found).toEqual([]);
});
