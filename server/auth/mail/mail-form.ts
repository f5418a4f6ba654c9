import type { MailText } from './mail-texts.ts'

/** Makes a mail with the same content as plain text and as simple HTML. */
export function toMail({ subject, before, action, after }: MailText) {
  const link = action && [`${action.label}:\n${action.link}`]
  return {
    subject,
    text: `${[...before, ...(link ?? []), ...after].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${toHtml(subject)}</title></head>
<body style="font: 16px/1.5 sans-serif; max-width: 36em">
${[...before.map(paragraph), ...(action ? [button(action)] : []), ...after.map(paragraph)].join('\n')}
</body>
</html>
`,
  }
}

function paragraph(text: string): string {
  return `<p>${toHtml(text)}</p>`
}

function button({ label, link }: { label: string; link: string }): string {
  return `<p><a href="${toHtml(link)}">${toHtml(label)}</a></p>`
}

function toHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
