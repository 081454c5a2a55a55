import type { ContentKind, KindRule } from "@neonrelay/contract";
import { foldText } from "./track-rules.ts";

/** What rules look at in a file. */
export interface KindClues {
  readonly path: string;
  /** Several genres are separated by commas or semicolons. */
  readonly genre: string | null;
  readonly kindTag: string | null;
}

/** The kind given by the first matching rule. */
export function decideKind(clues: KindClues, rules: readonly KindRule[]): ContentKind {
  return rules.find((rule) => matchesRule(rule, clues))?.kind ?? "music";
}

export function matchesRule({ by, value }: KindRule, { path, genre, kindTag }: KindClues): boolean {
  switch (by) {
    case "folder":
      return isInFolder(path, value);
    case "genre":
      return foldedParts(genre ?? "", /[,;]/).includes(foldText(value));
    case "tag":
      return kindTag !== null && foldText(kindTag) === foldText(value);
    default:
      return by satisfies never;
  }
}

/** Whether the path contains these folders in a row. */
function isInFolder(path: string, folder: string): boolean {
  const wanted = foldedParts(folder, /[/\\]/);
  const folders = foldedParts(path.slice(0, path.lastIndexOf("/")), "/");
  return wanted.length > 0 && `/${folders.join("/")}/`.includes(`/${wanted.join("/")}/`);
}

function foldedParts(text: string, separator: string | RegExp): readonly string[] {
  return text
    .split(separator)
    .map(foldText)
    .filter((part) => part !== "");
}
