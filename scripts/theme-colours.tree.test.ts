import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./stage.ts";

const root = path.join(projectRoot, "packages/web/src");
/** A colour that is the same on a light page and on a dark one: a literal, or a class that names none of our tokens. */
const fixedColour =
  /#[\da-f]{3,8}\b(?=["';\s,)])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*\d|\b(?:text|bg|border|fill|stroke|outline|ring|shadow|from|via|to)-(?:white|black|(?:gr[ae]y|slate|zinc|red|green|blue|cyan|pink|purple|amber|yellow)-\d)/i;
/** The tokens; the format of stored colours, as people type it. */
const others = ["features/settings/branding/branding-colours-form.tsx", "ui/tokens.css"];

test("the web app has its colours from tokens.css, where each is one for a light page and one for a dark", () => {
  const files = globSync("**/*.{ts,tsx,css}", { cwd: root, exclude: ["**/*.test.{ts,tsx}"] });

  const fixed = files.filter((file) =>
    fixedColour.test(readFileSync(path.join(root, file), "utf8")),
  );

  expect(files.length).toBeGreaterThan(100);
  expect(fixed.toSorted()).toEqual(others);
});
