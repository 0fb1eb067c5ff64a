import { Alert, Box, Stack, Typography, useMediaQuery } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { api, urlFor, useApiQuery, useErrorText } from '#web/api'
import { useT } from '#web/i18n'
import { LoadingState, Section, SegmentedControl } from '#web/ui'
import type { TextChoice, TextValues } from '../texts.js'
import { toSend } from '../texts.js'

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

/** The unsaved text as its reader will see it, with sample values, on a wide screen, on a phone and as plain text. */
export function Preview({ chosen, values, company }: { chosen: TextChoice; values: TextValues; company: string }) {
  const t = useT()
  const { ofError, ofField } = useErrorText()
  // On a phone the phone view comes first.
  const isNarrow = useMediaQuery('(max-width:599px)', { noSsr: true })
  const [look, setLook] = useState<Look>(isNarrow ? 'phone' : 'desktop')
  const { trigger, ...key } = chosen
  const shown = usePaused(values)
  const query = useApiQuery(
    ['mails', 'preview', chosen, shown],
    () => api.mails.texts.preview({ params: { trigger }, body: { ...key, ...toSend(shown) } }),
    { keepPrevious: true, staleTime: 60_000 },
  )
  // An invalid text leaves the last valid preview.
  const [last, setLast] = useState(query.data?.data)
  if (query.data && query.data.data !== last) setLast(query.data.data)
  const wrong = query.error && (query.error.fields[0] ? ofField(query.error.fields[0], 'mails') : ofError(query.error, 'mails'))
  return (
    <Section title={t('mails.preview.title')} text={t('mails.preview.sample', { company })}>
      <SegmentedControl
        label={t('mails.preview.width')}
        options={LOOKS.map((value) => ({ value, label: t(`mails.preview.${value}`) }))}
        value={look}
        onChange={setLook}
      />
      {wrong && (
        <Alert severity="warning">
          {wrong} {last && t('mails.preview.wrong')}
        </Alert>
      )}
      {last ? (
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
        src={urlFor.get('mails.texts.sheet').url}
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
