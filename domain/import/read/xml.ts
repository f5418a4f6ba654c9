import { Parser } from 'saxen'
import { Unreadable } from '../../files/unreadable.ts'

/** An element with its text, without regard to the order of text and elements. */
export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: Element[]
}

const MAX_DEPTH = 100
/** A collection of ten thousand discs at DVD Profiler has fewer. Each takes memory. */
const MAX_ELEMENTS = 3_000_000
const DAMAGED = 'The XML file is damaged. Export it again, or save its table as CSV.'

/**
 * Parses XML into elements, their names in lower case. It resolves the five predefined entities and character
 * references and nothing else: no address is fetched, and a file that declares entities is refused.
 * @throws Unreadable
 */
export function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  let failure: Error | undefined
  let elements = 0
  const parser = new Parser()
  const fail = (error: Error) => {
    failure ??= error
    parser.stop()
  }
  const add = (text: string) => {
    const last = open.at(-1)
    if (last) last.text += text
  }
  parser
    .on('openTag', (name, attributes, decode) => {
      const element = {
        name: name.toLowerCase(),
        attributes: decoded(attributes(), decode),
        text: '',
        children: [],
      }
      if (++elements > MAX_ELEMENTS) return fail(new Unreadable('The XML file has too many elements.'))
      open.at(-1)?.children.push(element)
      open.push(element)
      if (open.length > MAX_DEPTH) fail(new Unreadable('The XML file is nested too deeply.'))
    })
    .on('closeTag', () => void open.pop())
    .on('text', (text, decode) => add(decode(text)))
    .on('cdata', add)
    .on('attention', (declaration) => {
      if (!/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(declaration)) return
      fail(new Unreadable('The XML file declares entities, which are not read. Export it without them.'))
    })
    .on('error', (error) => fail(new Unreadable(DAMAGED, { cause: error })))
  parser.parse(xml)
  if (failure) throw failure
  const [top] = root.children
  if (!top) throw new Unreadable(DAMAGED)
  return top
}

function decoded(
  attributes: Record<string, string>,
  decode: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), decode(value)]),
  )
}

/** The first element at a path of names; undefined if there is none. */
export function find(element: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce(
    (at: Element | undefined, name) => at?.children.find((child) => child.name === name),
    element,
  )
}

/** The text of the first element at a path, without spaces around it; empty if there is none. */
export function textAt(element: Element, ...path: string[]): string {
  return find(element, ...path)?.text.trim() ?? ''
}

/** All elements of a name, at any depth. */
export function all(element: Element, name: string): Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])
}
