import { Visitor, type ESTree, type Plugin } from "vite";

/** What a caller needs of a call. Its request is checked by the server; the rest is for readers of the description. */
const forCallers: ReadonlySet<string> = new Set([
  "method",
  "path",
  "fileField",
  "sentHeaders",
  "response",
]);

/** Text in place of what stands from `start` to before `end`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Leaves out of the build what only the server and readers need of the contract's calls, and with it the schemas that
 * nothing else is made of: a page builds all it has, each time it opens.
 */
export function callerContract(): Plugin {
  return {
    name: "caller-contract",
    enforce: "post",
    transform(code, id) {
      if (!/[\\/]packages[\\/]contract[\\/]src[\\/]/.test(id)) return undefined;
      const program = this.parse(code);
      const edits = [...pureConstants(program), ...serverParts(program, code)];
      let kept = "";
      let from = 0;
      for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
        kept += code.slice(from, start) + text;
        from = end;
      }
      kept += code.slice(from);
      if (/Api\.\w+\.(?!response\b)\w/.test(kept))
        this.error(`${id} reads of a call what the build leaves out`);
      return { code: kept, map: null };
    },
  };
}

/** Tells the build that a constant which a call gives is missed by nobody when nothing reads it. */
function pureConstants(program: ESTree.Program): readonly Edit[] {
  return program.body
    .map((statement) =>
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement,
    )
    .flatMap((declared) => (declared?.type === "VariableDeclaration" ? declared.declarations : []))
    .flatMap(({ init }) =>
      init?.type === "CallExpression"
        ? [
            { start: init.start, end: init.start, text: "/* @__PURE__ */ (() => " },
            { start: init.end, end: init.end, text: ")()" },
          ]
        : [],
    );
}

/** Takes what callers do not need out of every call, with the comma behind it. */
function serverParts(program: ESTree.Program, code: string): readonly Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    ObjectExpression: ({ properties }) => {
      const parts = new Map(
        properties.flatMap((part) =>
          part.type === "Property" && part.key.type === "Identifier" ? [[part.key.name, part]] : [],
        ),
      );
      if (!["method", "path", "access", "response"].every((name) => parts.has(name))) return;
      for (const [name, { start, end }] of parts) {
        if (forCallers.has(name)) continue;
        const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
        edits.push({ start, end: end + comma, text: "" });
      }
    },
  }).visit(program);
  return edits;
}
