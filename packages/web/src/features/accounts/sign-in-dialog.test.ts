import { expect, test } from "vitest";
import { firstWrong, registerProblems } from "./sign-in-dialog.tsx";

const account = { username: "mira", email: " ", password: "" };

test("a form sent with gaps marks each and focuses the first", () => {
  const problems = registerProblems(account, { kind: "incomplete" });

  expect(problems).toEqual({ email: "Enter an email", password: "Enter a password" });
  expect(firstWrong(problems)).toBe("email");
  expect(registerProblems(account, { kind: "not-yet" })).toEqual({});
});

test("a refusal is shown at its field, or below the form if it names none", () => {
  const refused = (field?: string) =>
    registerProblems(account, {
      kind: "refused",
      refusal: {
        error: "It is taken",
        code: "conflict",
        ...(field !== undefined && { field }),
      },
    });

  expect([refused("username"), refused("role"), refused()]).toEqual([
    { username: "It is taken" },
    { form: "It is taken" },
    { form: "It is taken" },
  ]);
  const invalid = { error: "email: enter an email address", code: "invalid_request" } as const;
  expect(
    registerProblems(account, { kind: "refused", refusal: { ...invalid, field: "email" } }),
  ).toEqual({ email: "Enter an email address" });
  expect(registerProblems(account, { kind: "refused", refusal: undefined })).toEqual({
    form: "Unable to connect to server",
  });
});
