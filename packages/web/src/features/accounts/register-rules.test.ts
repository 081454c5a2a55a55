import { expect, test } from "vitest";
import { firstWrong, registerProblems } from "./register-rules.ts";

const account = { username: "mira", email: " ", password: "" };

test("a form that is sent with gaps says at each what goes there, and leads to the first", () => {
  const problems = registerProblems(account, { kind: "incomplete" });

  expect(problems).toEqual({ email: "Enter an email", password: "Enter a password" });
  expect(firstWrong(problems)).toBe("email");
  expect(registerProblems(account, { kind: "not-yet" })).toEqual({});
});

test("what the station refuses stands at its field, and below the form when it is about none", () => {
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
