import { MAX_CLOCKS, MAX_HOLIDAYS, MAX_SCHEDULE_ENTRIES, MAX_SHOWS } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import type { ScheduleOutcome, ScheduleRefusal } from "./schedule-change.ts";

type Noun = "clock" | "show" | "entry" | "holiday";

const mostOf: Readonly<Record<Noun, string>> = {
  clock: `A station can have ${MAX_CLOCKS} clocks: remove one first`,
  show: `A station can have ${MAX_SHOWS} shows: remove one first`,
  holiday: `A schedule can have ${MAX_HOLIDAYS} holidays: remove one first`,
  entry: `A schedule can have ${MAX_SCHEDULE_ENTRIES} entries, and an entry 500 exceptions: remove some first`,
};

/** @throws ApiFailure when the change was refused */
export function storedOf<Value>(noun: Noun, outcome: ScheduleOutcome<Value>): Value {
  if (outcome.kind === "stored") return outcome.value;
  throw toFailure(noun, outcome);
}

function toFailure(noun: Noun, refusal: ScheduleRefusal): ApiFailure {
  switch (refusal.kind) {
    case "unknown":
      return new ApiFailure({
        error: `This ${noun} does not exist`,
        code: "not_found",
        field: "id",
      });
    case "name-taken":
      return new ApiFailure({
        error: `name: another ${noun} has this name`,
        code: "name_taken",
        field: "name",
      });
    case "slug-taken":
      return new ApiFailure({
        error: "slug: another show has this address",
        code: "name_taken",
        field: "slug",
      });
    case "too-many":
      return new ApiFailure({ error: mostOf[noun], code: "conflict" });
    case "outdated":
      return new ApiFailure({
        error: `Someone else has changed this ${noun}: reload it, then save`,
        code: "conflict",
        field: "version",
      });
    case "unknown-part":
      return new ApiFailure({
        error: `${refusal.field}: this ${refusal.what} does not exist`,
        code: "not_found",
        field: refusal.field,
      });
    case "invalid":
      return new ApiFailure({
        error: `${refusal.field}: ${refusal.problem}`,
        code: "invalid_request",
        field: refusal.field,
      });
    case "in-use":
      return new ApiFailure({
        error: `This ${noun} is used by ${refusal.by}: change that first`,
        code: "conflict",
      });
    case "not-yours":
      return new ApiFailure({
        error: "You can change the text and the picture of shows that you host",
        code: "not_allowed",
      });
    default:
      return refusal satisfies never;
  }
}
