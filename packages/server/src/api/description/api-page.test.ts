import { callGroups } from "@neonrelay/contract";
import { expect, test } from "vitest";
import { describeCallsAsPage } from "./api-page.ts";

const page = new URL("../../../../../docs/api.md", import.meta.url);

test("the documentation lists every call of the contract", async () => {
  await expect(describeCallsAsPage(callGroups)).toMatchFileSnapshot(page.pathname);
});
