import { callGroups, type Endpoint } from "@neonrelay/contract";

const endpoints = callGroups.flatMap((group) => group.apis.flatMap((api) => Object.values(api)));

/** The call of the contract for a method and path (without query); null: none. */
export function findEndpoint(method: string, path: string): Endpoint | null {
  return findEndpointsAt(path).find((endpoint) => endpoint.method === method) ?? null;
}

/** All calls of the contract at a path, resolved as the router does: a fixed segment wins over a parameter. */
export function findEndpointsAt(path: string): readonly Endpoint[] {
  return endpoints
    .filter((endpoint) => isPathOf(endpoint, path))
    .toSorted((one, other) => countParameters(one) - countParameters(other));
}

/** The path of a URL, without its query. */
export function pathOf(url: string): string {
  return url.split("?")[0] ?? "";
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
