declare module 'saxen' {
  type Decode = (text: string) => string
  interface Handlers {
    openTag: (name: string, attributes: () => Record<string, string>, decode: Decode) => void
    closeTag: (name: string) => void
    text: (text: string, decode: Decode) => void
    cdata: (text: string) => void
    attention: (declaration: string) => void
    error: (error: Error) => void
  }
  export class Parser {
    on<Name extends keyof Handlers>(name: Name, handler: Handlers[Name]): this
    parse(xml: string): Error | undefined
    stop(): this
  }
}
