import { accountsCalls, usersCalls } from "@neonrelay/contract/callers";
import { callApi } from "../../api/call-api.ts";
import { useCommand } from "../../api/use-command.ts";
import { useBecome } from "../../features/accounts/session-data.ts";

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
  const become = useBecome();
  return useCommand({
    run: async (body: { readonly currentPassword: string; readonly password: string }) => {
      const changed = await callApi(usersCalls.changeOwnPassword, { body });
      // The browser now has a new session.
      await become();
      return changed;
    },
    done: { title: "Password Changed", text: "You are signed out everywhere else" },
    failure: "Failed to change your password",
    changes: [],
  });
}
