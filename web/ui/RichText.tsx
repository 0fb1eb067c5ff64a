import { Box } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useCallback } from 'react'
import type { ToneName } from '#themes/index'
import { useT } from '#web/i18n'
import { moreShades, watchWideParts } from './wide_parts.js'

export interface RichTextProps {
  /** HTML that the server sanitised. Never pass text that was typed on this page. */
  html: string
}

/** Text with markup in our type scale. Wide tables and code scroll in their own box; images never overflow. */
export function RichText({ html }: RichTextProps) {
  const t = useT()
  const { surfaces, typography, brand, tones } = useTheme()
  const wideParts = useCallback((text: HTMLElement) => watchWideParts(text, t('core.rich_text.wide')), [t])
  // The icon says the same as the colour.
  const callout = (tone: ToneName, mark: string) => ({
    bgcolor: tones[tone].soft,
    borderColor: tones[tone].text,
    '& > .callout-title': { color: tones[tone].text },
    '& > .callout-title::before': { content: `"${mark}" / ""`, bgcolor: tones[tone].text, color: surfaces.paper },
  })
  const heading = (variant: 'h2' | 'h3' | 'h4') => ({ ...typography[variant], margin: '1.6em 0 0.5em', textWrap: 'balance' as const })
  return (
    <Box
      // A new text is a new element, so that its wide parts are measured again.
      key={html}
      ref={wideParts}
      // Right to left for a text in Arabic, whatever the language of the page.
      dir="auto"
      sx={{
        ...typography.body1,
        lineHeight: '26px',
        maxWidth: '70ch',
        // Its lines begin at the right edge of the page, as those of the parts around it.
        '&:dir(rtl)': { marginLeft: 'auto' },
        overflowWrap: 'break-word',
        '&& > :not(* + *)': { marginTop: 0 },
        '&& > :last-child': { marginBottom: 0 },
        // The page has its h1; a text's own headings look one level lower.
        '& h1, & h2': heading('h2'),
        '& h3': heading('h3'),
        '& h4, & h5, & h6': heading('h4'),
        '& p, & ul, & ol, & blockquote, & table, & pre, & figure': { margin: '0 0 1em' },
        '& ul, & ol': { paddingInlineStart: '1.5em' },
        '& li': { marginBottom: '0.35em' },
        '& li::marker': { color: 'text.secondary' },
        '& a': { color: 'primary.main', textUnderlineOffset: '3px' },
        '& img, & video, & iframe': { maxWidth: '100%', height: 'auto', borderRadius: 1 },
        '& iframe': { aspectRatio: '16 / 9', width: '100%', border: 0 },
        '& figure > img': { display: 'block', width: '100%' },
        '& figcaption': { ...typography.caption, color: 'text.secondary', mt: 1 },
        '& blockquote': {
          borderInlineStart: `4px solid ${brand.secondary.edge}`,
          paddingBlock: '4px',
          paddingInlineStart: '16px',
          color: 'text.secondary',
        },
        '& blockquote > :last-child': { marginBottom: 0 },
        '& .callout': { borderInlineStart: '4px solid', borderRadius: 1, padding: '16px 20px', margin: '0 0 1.5em' },
        '& .callout > :last-child': { marginBottom: 0 },
        '& .callout-title': { display: 'flex', alignItems: 'center', gap: '8px', fontWeight: 700, marginBottom: '4px' },
        '& .callout-title::before': {
          flexShrink: 0,
          width: 22,
          height: 22,
          borderRadius: '50%',
          display: 'inline-grid',
          placeItems: 'center',
          fontSize: '0.875rem',
          lineHeight: 1,
          fontWeight: 800,
        },
        '& .callout-danger': callout('error', '!'),
        '& .callout-caution': callout('warning', '!'),
        '& .callout-tip': callout('info', 'i'),
        '& pre, & code': {
          fontFamily: 'ui-monospace, SFMono-Regular, Menlo, monospace',
          fontSize: '0.9em',
          bgcolor: surfaces.hover,
          borderRadius: '4px',
        },
        '& code': { padding: '2px 4px' },
        '& pre': { padding: 3, width: 'max-content', minWidth: '100%', boxSizing: 'border-box' },
        '& table': { borderCollapse: 'collapse' },
        '& .wide-part': {
          overflowX: 'auto',
          margin: '0 0 1em',
          '& > table, & > pre': { margin: 0 },
          '&[data-wide]': { border: `1px solid ${surfaces.divider}`, borderRadius: 1, '& > table': { margin: '-1px' } },
          ...moreShades,
        },
        '& th, & td': { border: `1px solid ${surfaces.divider}`, padding: '8px 12px', textAlign: 'start', verticalAlign: 'top' },
        '& th': { bgcolor: surfaces.hover, fontWeight: 600 },
        '& hr': { border: 0, borderTop: `1px solid ${surfaces.divider}`, margin: '2em 0' },
      }}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
