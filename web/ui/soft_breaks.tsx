import { Fragment, type ReactNode } from 'react'

/**
 * An e-mail address that is too long for its place breaks before the @ and
 * keeps its two halves whole; what holds none is given back as it is.
 */
export function softBreaks(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || !/\S@\S/.test(content)) return content
  return content.split(/(?<=\S)(?=@\S)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
