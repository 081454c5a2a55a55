import { expect, test } from "vitest";
import { readNamesWord } from "./roster.ts";

test("[C17] a name in the list is read with all its statuses, and its source where the server sends it", () => {
  const prefix = [
    { mode: "o", sign: "@" },
    { mode: "v", sign: "+" },
  ];

  expect(readNamesWord("@+ann", prefix)).toEqual({ nick: "ann", modes: "ov" });
  expect(readNamesWord("bob!b@host", prefix)).toEqual({
    nick: "bob",
    modes: "",
    user: "b",
    host: "host",
  });
  expect(readNamesWord("@", prefix)).toBeUndefined();
});
