import { Fragment, type ReactNode } from 'react'

/** Lets a long e-mail address break before its @ and nowhere else. Other content is returned unchanged. */
export function softBreaks(content: ReactNode): ReactNode {
  if (typeof content !== 'string' || !/\S@\S/.test(content)) return content
  return content.split(/(?<=\S)(?=@\S)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
