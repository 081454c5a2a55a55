import { ApiCallError, refusalText } from "../../api/call-api.ts";
import { SessionNotKeptError } from "./kept-session.ts";

/** The toast for a failed sign-in. */
export function signInRefusal(error: unknown): { readonly title: string; readonly text: string } {
  if (error instanceof SessionNotKeptError) return { title: "Login Failed", text: error.message };
  if (!(error instanceof ApiCallError))
    return { title: "Login Error", text: "Unable to connect to server" };
  if (error.status === 401) return { title: "Login Failed", text: "Invalid username or password" };
  return { title: "Login Failed", text: refusalText(error) ?? "The station could not sign you in" };
}
