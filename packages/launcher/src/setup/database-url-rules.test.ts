import { expect, test } from "vitest";
import { completeDatabaseUrl, withoutPassword } from "./database-url-rules.ts";

const typed = async (): Promise<string> => "p@ss/word";
const untyped = async (): Promise<string> => {
  throw new Error("asked");
};

test("a database password is prompted for, and never shown", async () => {
  const address = await completeDatabaseUrl("postgres://ann@db/radio", {
    former: "none",
    askSecret: typed,
  });

  expect(address).toBe("postgres://ann:p%40ss%2Fword@db/radio");
  expect(withoutPassword(address)).toBe("postgres://ann@db/radio");
});

test.each([
  {
    address: "postgres://ann@db/radio",
    former: "postgres://ann:old@db/radio",
    is: "postgres://ann:old@db/radio",
  },
  { address: "postgres://ann:new@db/radio", former: "none", is: "postgres://ann:new@db/radio" },
  { address: "postgres://db/radio", former: "none", is: "postgres://db/radio" },
  { address: "none", former: "none", is: "none" },
  { address: "db", former: "none", is: "db" },
])("$address after $former needs no password", async ({ address, former, is }) => {
  expect(await completeDatabaseUrl(address, { former, askSecret: untyped })).toBe(is);
});
