import { Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { useT } from '#web/i18n'
import { Icon, Section, SegmentedControl, useCopy } from '#web/ui'
import type { ShownSource } from '../calls.js'

interface SourceExampleProps {
  address: string
  audience: string
  sources: readonly ShownSource[]
}

/** Instructions for the developer of the other system, ready to copy and send. */
export function SourceExample({ address, audience, sources }: SourceExampleProps) {
  const t = useT()
  const copy = useCopy()
  const [chosen, setChosen] = useState<string | null>(null)
  const source = sources.find(({ id }) => String(id) === chosen) ?? sources[0]
  const words = t('lti.sources.example', { address, audience, issuer: source?.issuer ?? t('lti.sources.example_issuer') })
  return (
    <Section title={t('lti.sources.example_title')} text={t('lti.sources.example_text')}>
      <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
        {sources.length > 1 && sources.length <= 5 && (
          <SegmentedControl<string>
            label={t('lti.sources.systems')}
            value={String(source!.id)}
            onChange={setChosen}
            options={sources.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <Box
          component="pre"
          tabIndex={0}
          aria-label={t('lti.sources.example_title')}
          sx={{
            m: 0,
            p: 4,
            width: '100%',
            borderRadius: 1,
            bgcolor: 'action.hover',
            fontFamily: 'monospace',
            fontSize: '0.875rem',
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {words}
        </Box>
        <Button variant="outlined" startIcon={<Icon name="copy" />} onClick={() => copy(words)}>
          {t('lti.sources.example_copy')}
        </Button>
      </Stack>
    </Section>
  )
}
