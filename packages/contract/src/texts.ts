import * as z from "zod/mini";
import { trimBlank } from "./visible-text.ts";

/** No line breaks, no terminal controls, nothing the database can't store. */
const LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u;

/** Replaces `z.trim` for text that people read: invisible text counts as empty. */
export const blankTrimmed = z.overwrite(trimBlank);

/** One line of text, trimmed. */
export function lineSchema({
  shortest,
  longest,
}: {
  readonly shortest: 0 | 1;
  readonly longest: number;
}) {
  return z
    .string()
    .check(
      blankTrimmed,
      z.minLength(shortest, "must not be empty"),
      z.maxLength(longest, `at most ${longest} characters`),
      z.regex(LINE, "must be one line without control characters"),
    );
}

/**
 * A trimmed text of several lines, each ending with "\n". Cleaned rather than refused, since pasted text often contains
 * invisible characters: of control characters only the tab is kept, and those that reverse the text direction are
 * removed.
 */
export function linesSchema({ longest }: { readonly longest: number }) {
  return z.string().check(
    z.overwrite((text) =>
      text
        .toWellFormed()
        .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
        .replaceAll(/(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ""),
    ),
    blankTrimmed,
    z.maxLength(longest, `at most ${longest} characters`),
  );
}

/** A URL to link to: http or https, or empty. */
export const webAddressSchema = z.string().check(
  z.trim(),
  z.maxLength(500, "at most 500 characters"),
  z.regex(
    /^(?:https?:\/\/[^\s<>"\p{Cc}\p{Cs}]+)?$/iu,
    "enter an address such as https://example.org",
  ),
  z.refine(
    (text) => text === "" || URL.canParse(text),
    "enter an address such as https://example.org",
  ),
);

/** An email address, or empty. */
export const emailOrNoneSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(200, "at most 200 characters"),
    z.regex(/^(?:[^\s@<>"\p{Cc}\p{Cs}]+@[^\s@<>"\p{Cc}\p{Cs}]+)?$/u, "enter an email address"),
  );

/** 'hsl(h, s%, l%)' with h from 0 to 360 and s and l from 0 to 100. */
export const hslSchema = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^hsl\(\s*(?:360|3[0-5]\d|[12]?\d?\d)\s*,\s*(?:100|\d?\d)%\s*,\s*(?:100|\d?\d)%\s*\)$/,
      "enter a colour such as hsl(180, 100%, 50%)",
    ),
  );

/** A nick as IRC networks accept it: RFC 2812 §2.3.1, but longer, as all of them allow. */
export const nickSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(30, "at most 30 characters"),
    z.regex(/^[A-Za-z[\]\\`_^{|}][\w\-[\]\\`^{|}]*$/, "enter a nick such as StreamBot"),
  );

/** RFC 2812 §1.3: begins with # & + or !, at most 50 characters, no space, comma, colon or control character. */
export const channelSchema = z
  .string()
  .check(
    z.trim(),
    z.maxLength(50, "at most 50 characters"),
    z.regex(/^[#&+!][^\p{Cc}\p{Cs}\s,:]+$/u, "enter a channel such as #radio"),
  );
