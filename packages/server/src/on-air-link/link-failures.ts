import { ApiFailure } from "../http-kit/api-failure.ts";
import { CommandRefusedError, LinkDownError } from "./open-commands.ts";

/** @throws ApiFailure when on-air is away or refuses the command */
export async function orApiFailure<Output>(answer: Promise<Output>): Promise<Output> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LinkDownError)
      throw new ApiFailure({ error: error.message, code: "unavailable" });
    if (error instanceof CommandRefusedError)
      throw new ApiFailure({ error: error.message, code: "conflict" });
    throw error;
  }
}
