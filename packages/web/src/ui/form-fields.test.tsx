import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormSection, NumberField, SaveBar, SelectField, TextField } from "./form-fields.tsx";

/** The text of a field's note, whether its control points to it, and whether it is marked invalid. */
function noteOf(markup: string) {
  const describedBy = /aria-describedby="([^"]*)"/.exec(markup)?.[1];
  return {
    says: /<p id="([^"]*)"[^>]*>([^<]*)<\/p>/.exec(markup)?.[2],
    isDescribed: describedBy !== undefined && markup.includes(`<p id="${describedBy}"`),
    isInvalid: markup.includes('aria-invalid="true"'),
  };
}

test("[W241] a section's Learn more opens its page of the documentation in a new tab, and names the section", () => {
  const markup = renderToStaticMarkup(
    <FormSection title="DJs" page="djs">
      {null}
    </FormSection>,
  );

  expect(markup).toContain('href="/docs/djs#who-is-connected" target="_blank"');
  expect(markup.replaceAll(/<[^>]*>/g, "")).toBe("DJsLearn more about DJs, in a new tab");
});

test("a label belongs to its control", () => {
  const markup = renderToStaticMarkup(<TextField label="Email" value="" onChange={() => {}} />);

  const id = /<label for="([^"]*)"[^>]*>Email<\/label>/.exec(markup)?.[1];
  expect(id).toBeDefined();
  expect(markup).toContain(`<input id="${id}"`);
});

test("a field without a hint or a problem has no note", () => {
  const markup = renderToStaticMarkup(<TextField label="Email" value="" onChange={() => {}} />);

  expect(noteOf(markup)).toEqual({ says: undefined, isDescribed: false, isInvalid: false });
});

test("a hint describes its field", () => {
  const markup = renderToStaticMarkup(
    <NumberField
      label="Minutes"
      value={5}
      min={1}
      max={60}
      hint="At most 60"
      onChange={() => {}}
    />,
  );

  expect(noteOf(markup)).toEqual({ says: "At most 60", isDescribed: true, isInvalid: false });
});

test("a problem replaces the hint and marks the field as invalid", () => {
  const markup = renderToStaticMarkup(
    <TextField
      label="Email"
      value="mira"
      hint="For letters"
      problem="enter an email address"
      onChange={() => {}}
    />,
  );

  expect(noteOf(markup)).toEqual({
    says: "enter an email address",
    isDescribed: true,
    isInvalid: true,
  });
});

test("a choice that this visitor may not make is shown disabled", () => {
  const markup = renderToStaticMarkup(
    <SelectField
      label="Role"
      value="dj"
      choices={[
        { value: "dj", name: "DJ" },
        { value: "admin", name: "Admin", isClosed: true },
      ]}
      onChange={() => {}}
    />,
  );

  expect(markup).toContain('<option value="dj" selected="">DJ</option>');
  expect(markup).toContain('<option value="admin" disabled="">Admin</option>');
});

test("[W293] a form with edits says that they are not saved, and its button saves them", () => {
  const barOf = (isChanged: boolean) =>
    renderToStaticMarkup(
      <SaveBar label="Save" isChanged={isChanged} isPending={false} onSave={() => {}} />,
    );

  expect(barOf(false)).toMatch(/class="save-bar".*<button[^>]* disabled=""/);
  expect(barOf(true)).toMatch(/class="save-bar save-bar-open".*Not saved yet/);
  expect(barOf(true)).not.toContain("disabled");
});
