import type { Node } from '@takumi-rs/core'

type Style = NonNullable<Node['style']>

export function box(style: Style, children: Node[] = []): Node {
  return { type: 'container', style: { display: 'flex', ...style }, children }
}

/** A text in one line, or in as many as it has line breaks. */
export function text(words: string, style: Style): Node {
  return { type: 'text', text: words, style: { whiteSpace: 'pre', lineHeight: 1.25, ...style } }
}

/** Titles and names. The proportions are those of a cover's title, so that the widths of letters are known. */
export const DISPLAY: Style = {
  fontFamily: 'Fraunces',
  fontWeight: 600,
  fontVariationSettings: '"opsz" 72',
  lineHeight: 1.04,
  letterSpacing: '-0.005em',
}

export const SANS_TEXT: Style = { fontFamily: 'Instrument Sans', fontWeight: 400 }

export function svg(markup: string, style: Style & { width: number; height: number }): Node {
  const { width, height } = style
  const src = `data:image/svg+xml;utf8,${encodeURIComponent(markup)}`
  return { type: 'image', src, width, height, style: { position: 'absolute', ...style } }
}
