import { callGroups, type Endpoint } from "@neonrelay/contract";
import * as z from "zod";
import { describeInput } from "../description/schema-description.ts";

export interface NamedCall {
  readonly operation: string;
  readonly endpoint: Endpoint;
}

/** Every call of the contract, by its name there. */
export const calls: readonly NamedCall[] = callGroups.flatMap(({ apis }) =>
  apis.flatMap((api) =>
    Object.entries(api).map(([operation, endpoint]) => ({ operation, endpoint })),
  ),
);

const propertiesSchema = z.object({ properties: z.record(z.string(), z.unknown()).default({}) });

/** Fields of a body or query. */
export function fieldsOf(schema: Endpoint["body"]): readonly string[] {
  if (schema === undefined) return [];
  return Object.keys(propertiesSchema.parse(describeInput(schema)).properties);
}
