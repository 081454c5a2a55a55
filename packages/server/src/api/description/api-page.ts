import type { Access, callGroups, Endpoint } from "@neonrelay/contract";

/** The documentation page that lists every call, as Markdown. */
export function describeCallsAsPage(groups: typeof callGroups): string {
  const parts = [
    "# Calls",
    "Made from `packages/contract/src/call-groups.ts` by `npx vitest run --project unit " +
      "packages/server/src/api/description/api-page.test.ts -u`. Change it there.",
    "`/api/docs` on a station describes fields, errors and examples of each call; how to sign in is in " +
      "[A client of the station](client.md).",
    ...groups.flatMap(({ name, description, apis }) => [
      `## ${name}`,
      `${description}.`,
      apis
        .flatMap((api) => Object.values<Endpoint>(api))
        .map(describe)
        .join("\n"),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function describe({ method, path, access, summary }: Endpoint): string {
  return `- \`${method} ${path}\` (${callers(access)}): ${summary}`;
}

function callers(access: Access): string {
  if (access === "public") return "everyone";
  return access === "signed-in" ? "signed in" : `right \`${access}\``;
}
