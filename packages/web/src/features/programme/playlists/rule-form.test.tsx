import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiCallError } from "../../../api/call-api.ts";
import { ruleDraftOf } from "./rule-draft.ts";
import { RuleForm } from "./rule-fields.tsx";

const rule = ruleDraftOf({
  kinds: ["music", "speech"],
  artists: ["Earth, Wind & Fire", "Neon Coast"],
  yearFrom: 1999,
});

function markupOf(error: unknown): string {
  return renderToStaticMarkup(<RuleForm rule={rule} error={error} onChange={() => {}} />);
}

test("a rule's form shows its kinds, one entry per line, and 'Any' for omitted conditions", () => {
  const markup = markupOf(null);

  const kinds = [...markup.matchAll(/<input type="checkbox"[^>]*?(checked="")?\/>(\w+)/g)].map(
    ([, checked, name]) => `${name}${checked === undefined ? "" : " on"}`,
  );
  expect(kinds).toEqual(["Music on", "Jingles", "Spots", "Speech on"]);
  expect(markup).toContain(">Earth, Wind &amp; Fire\nNeon Coast</textarea>");
  expect(markup).toMatch(/<input[^>]*placeholder="Any"[^>]*value="1999"/);
  expect(markup.match(/placeholder="Any"[^>]*value=""/g)?.length).toBe(8);
  expect(markup).not.toContain('aria-invalid="true"');
});

test("the station's message about a rule is beside its field, and no other field is marked", () => {
  const refusal = {
    error: "yearFrom: must be 9999 or less",
    code: "invalid_request",
    field: "yearFrom",
  };
  const error = new ApiCallError({ status: 400, statusText: "", text: JSON.stringify(refusal) });

  const markup = markupOf(error);

  expect(markup).toContain("Must be 9999 or less");
  expect(markup.match(/aria-invalid="true"/g)?.length).toBe(1);
});

test("a rule without kinds says that one must be chosen", () => {
  const refusal = {
    error: "kinds: choose at least one kind",
    code: "invalid_request",
    field: "kinds",
  };
  const error = new ApiCallError({ status: 400, statusText: "", text: JSON.stringify(refusal) });

  expect(markupOf(error)).toMatch(/<p role="alert"[^>]*>Choose at least one kind<\/p>/);
});
