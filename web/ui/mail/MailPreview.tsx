import { Alert, Box, Stack, Typography, useMediaQuery } from '@mui/material'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { urlFor, useApiQuery, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { Section } from '../Section.js'
import { SegmentedControl } from '../SegmentedControl.js'
import { LoadingState } from '../States.js'

const PAUSE_MS = 400
/** In pixels: the minimum on a wide screen, the maximum on a phone. */
const WIDTHS = { desktop: 540, phone: 375 } as const
type Look = keyof typeof WIDTHS | 'plain'
const LOOKS: Look[] = ['desktop', 'phone', 'plain']

function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

export interface MailPreviewProps<V extends object> {
  /** Of the error texts. */
  part: string
  /** Says whose data and look the preview has. */
  text: ReactNode
  queryKey: readonly unknown[]
  /** The unsaved text, and all that changes the preview. */
  values: V
  load: (values: V) => Promise<{ data: { subject: string; html: string; text: string } }>
  /** There is no text yet. */
  isEmpty?: boolean
  /** Choices that change the preview, above it. */
  children?: ReactNode
}

/** An unsaved mail as its reader will see it, on a wide screen, on a phone and as plain text. */
export function MailPreview<V extends object>({ part, text, queryKey, values, load, isEmpty = false, children }: MailPreviewProps<V>) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  // On a phone the phone view comes first.
  const isNarrow = useMediaQuery('(max-width:599px)', { noSsr: true })
  const [look, setLook] = useState<Look>(isNarrow ? 'phone' : 'desktop')
  const shown = usePaused(values)
  const query = useApiQuery([...queryKey, shown], () => load(shown), { keepPrevious: true, staleTime: 60_000, enabled: !isEmpty })
  // An invalid text leaves the last valid preview.
  const [last, setLast] = useState(query.data?.data)
  if (query.data && query.data.data !== last) setLast(query.data.data)
  const wrong = query.error && (query.error.fields[0] ? ofField(query.error.fields[0], part) : ofError(query.error, part))
  return (
    <Section title={t('core.mail_editor.preview.title')} text={text}>
      {children}
      <SegmentedControl
        label={t('core.mail_editor.preview.width')}
        options={LOOKS.map((value) => ({ value, label: t(`core.mail_editor.preview.${value}`) }))}
        value={look}
        onChange={setLook}
      />
      {isEmpty && <Typography sx={{ color: 'text.secondary' }}>{t('core.mail_editor.preview.empty')}</Typography>}
      {wrong && !isEmpty && (
        <Alert severity="warning">
          {wrong} {last && t('core.mail_editor.preview.wrong')}
        </Alert>
      )}
      {isEmpty ? null : last ? (
        <Stack sx={{ gap: 3, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{last.subject}</Typography>
          {look === 'plain' ? (
            <Typography
              component="pre"
              variant="body2"
              sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontFamily: 'inherit' }}
            >
              {last.text}
            </Typography>
          ) : (
            <Sheet html={last.html} title={last.subject} isPhone={look === 'phone'} />
          )}
        </Stack>
      ) : (
        !query.error && <LoadingState shape="rows" count={5} />
      )}
    </Section>
  )
}

/** A letter in a frame that runs nothing. Our page writes it, because an address cannot hold unsaved text. */
function Sheet({ html, title, isPhone }: { html: string; title: string; isPhone: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!loaded || !page) return
    // Parsed by the frame's own document, whose policy allows a letter's styles; ours does not.
    page.documentElement.innerHTML = html
  }, [html, loaded])
  return (
    <Box tabIndex={0} role="group" aria-label={title} sx={{ overflowX: 'auto' }}>
      <Box
        component="iframe"
        ref={frame}
        title={title}
        src={urlFor.get('core.mail.sheet').url}
        sandbox="allow-same-origin"
        onLoad={() => setLoaded(true)}
        sx={{
          display: 'block',
          width: '100%',
          ...(isPhone ? { maxWidth: WIDTHS.phone } : { minWidth: WIDTHS.desktop }),
          height: 560,
          mx: 'auto',
          border: 1,
          borderColor: 'divider',
          borderRadius: '8px',
          bgcolor: '#fff',
        }}
      />
    </Box>
  )
}
