/**
 * Patterns that the checker finds slow or can't judge, by file, each with the reason why no text makes it slow there.
 */
export const excusedPatterns: ReadonlyMap<string, string> = new Map([
  [String.raw`packages/launcher/src/config.ts /\/+$/`, "PUBLIC_URL is the operator's own"],
  [
    String.raw`packages/launcher/src/station-part.ts /\/+$/`,
    "the station's own server process says that address",
  ],
  [
    String.raw`packages/on-air/src/stream/public-urls.ts /\/+$/`,
    "PUBLIC_STREAM_URL is the operator's own",
  ],
  [
    String.raw`packages/server/src/chat/name-safety-rules.ts /^\|+|\|+$/g`,
    "names have 30 characters at most",
  ],
  [String.raw`packages/server/src/api/stream-mounts.ts /\/+$/`, "PUBLIC_URL is the operator's own"],
  [
    String.raw`packages/server/src/library/place-file.ts /[.\s]+$/`,
    "the name has been cut to 180 bytes before",
  ],
  [
    String.raw`packages/server/src/system/console-rules.ts /[;\s]+$/`,
    "statements have 10,000 characters at most, and come from super admins",
  ],
  [
    String.raw`packages/web/src/features/chat/link-rules.ts /[.,;:!?…'*_~]+$/`,
    "messages have 500 characters at most",
  ],
  [
    String.raw`packages/web/src/features/chat/composer-rules.ts /\S+$/`,
    "the text is in one's own field, of 500 characters at most",
  ],
  [
    String.raw`packages/web/src/ui/count-of.ts /\B(?=(?:\d{3})+$)/g`,
    "a number has 16 digits at most; lookaheads can't be judged",
  ],
]);
