import { accountsCalls, usersCalls } from "@neonrelay/contract/callers";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";

export function useChangeOwnName() {
  return useCommand({
    run: (name: string) => callApi(usersCalls.changeOwnName, { body: { name } }),
    done: ({ name }) =>
      name === null
        ? { title: "Name Removed", text: "Your username is shown instead" }
        : { title: "Name Changed", text: `Your display name is now ${name}` },
    failure: "Failed to change your name",
    changes: [accountsCalls.getSession.path],
  });
}

export function useChangeOwnPassword() {
  return useCommand({
    run: (body: { readonly currentPassword: string; readonly password: string }) =>
      callApi(usersCalls.changeOwnPassword, { body }),
    done: { title: "Password Changed", text: "You are signed out everywhere else" },
    failure: "Failed to change your password",
    changes: [],
  });
}
