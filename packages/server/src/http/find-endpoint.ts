import { callGroups, type Endpoint } from "@neonrelay/contract";

const endpoints = callGroups.flatMap((group) => group.apis.flatMap((api) => Object.values(api)));

/** The call of the contract that a method and path (without query) name, or null. */
export function findEndpoint(method: string, path: string): Endpoint | null {
  // As the router has it: a fixed segment wins over a parameter.
  const matching = endpoints
    .filter((endpoint) => endpoint.method === method && isPathOf(endpoint, path))
    .toSorted((one, other) => countParameters(one) - countParameters(other));
  return matching[0] ?? null;
}

function isPathOf(endpoint: Endpoint, path: string): boolean {
  const pattern = endpoint.path.split("/");
  const segments = path.split("/");
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part.startsWith(":") || part === segments[index])
  );
}

function countParameters({ path }: Endpoint): number {
  return path.split("/").filter((part) => part.startsWith(":")).length;
}
