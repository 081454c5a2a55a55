import { expect, test } from "vitest";
import { readEnvFile } from "./env-file-rules.ts";

const read = (text: string) => readEnvFile(Buffer.from(text, "utf8"));

test("comments, quotes, Windows line endings and a byte order mark are understood", () => {
  const text =
    "\uFEFFPORT=5001\r\n# a remark\r\n\r\nexport MUSIC_DIRS='/srv/my music'\r\nIRC_CHANNEL=\"#añb\"\n";

  expect(read(text)).toEqual({
    kind: "read",
    variables: { PORT: "5001", MUSIC_DIRS: "/srv/my music", IRC_CHANNEL: "#añb" },
  });
});

test("unreadable lines are reported with the reason", () => {
  const bytes = Buffer.concat([
    Buffer.from("PORT=5001\nIRC_NICK=Stre"),
    Buffer.from([0xe9]),
    Buffer.from("m\nHOST=\0\nPORT 5002\nADMIN_PASSWORD='half\nLOG_LEVEL=info\n"),
  ]);

  expect(readEnvFile(bytes)).toEqual({
    kind: "refused",
    lines: [
      { line: 2, reason: "is not UTF-8 text" },
      { line: 3, reason: "has a control character" },
      { line: 4, reason: "is not NAME=value" },
      { line: 5, reason: "begins with ' and does not end with it" },
    ],
  });
});

test("a binary file is reported by its first five lines", () => {
  const result = readEnvFile(Buffer.from("\x7fELF\n".repeat(10_000)));

  expect(result).toMatchObject({ kind: "refused" });
  expect(result.kind === "refused" && result.lines.length).toBe(5);
});
