/** Fits where a name fits. */
export const name = `"'><img src=x onerror=pwned(1)><svg/onload=pwned(2)>`;
/** Another one: no two accounts are shown by the same name. */
export const djName = name.replaceAll("x", "y");
/** Where there is room for more: every way that text has become a script before. */
export const long = [
  name,
  "<script>pwned(3)</script>",
  `<iframe srcdoc="<script>parent.pwned(4)</script>"></iframe>`,
  `<a href="javascript:pwned(5)">x</a>`,
  "</title></textarea></style></script><script>pwned(6)</script>",
  "javascript:pwned(7) data:text/html,<script>pwned(8)</script>",
  `http://a.example/"onmouseover="pwned(9) https://a.example/<img/src=x/onerror=pwned(10)>`,
  "{{constructor.constructor('pwned(11)')()}} ${pwned(12)} &lt;img src=x onerror=pwned(13)&gt;",
].join(" ");
/** Stands in both, and is seen where the text is shown as text. */
export const SEEN = "onerror=pwned(1)";
