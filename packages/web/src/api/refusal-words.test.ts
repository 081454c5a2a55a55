import { expect, test } from "vitest";
import { fieldWords, refusalWords } from "./refusal-words.ts";

const labels = { "metadata.website": "Website URL", headerTags: "Header Tags" };
const website = {
  error: "metadata.website: enter an address such as https://example.org",
  field: "metadata.website",
};

test("a refusal names the field by its label, and list entries by the label of the list", () => {
  expect([
    refusalWords(website, labels),
    refusalWords({ error: "headerTags.2: must not be empty", field: "headerTags.2" }, labels),
  ]).toEqual([
    "Website URL: enter an address such as https://example.org",
    "Header Tags: must not be empty",
  ]);
});

test("the path of a field without a label is left out", () => {
  expect(refusalWords(website)).toBe("Enter an address such as https://example.org");
});

test("a sentence that names no path stays as it is", () => {
  const taken = { error: "That username is taken", field: "username" };

  expect(refusalWords(taken, { username: "Username" })).toBe("That username is taken");
  expect(refusalWords({ error: "Not now" })).toBe("Not now");
});

test("a field shows its own problem, and no problem of other fields", () => {
  expect([
    fieldWords(website, "metadata.website"),
    fieldWords(website, "metadata.web"),
    fieldWords({ error: "headerTags.2: must not be empty", field: "headerTags.2" }, "headerTags"),
    fieldWords({ error: "That username is taken", field: "username" }, "username"),
    fieldWords({ error: "Not now" }, "username"),
  ]).toEqual([
    "Enter an address such as https://example.org",
    undefined,
    "Must not be empty",
    "That username is taken",
    undefined,
  ]);
});
