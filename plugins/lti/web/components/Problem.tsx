import { Button, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { VisitorFrame } from '#web/shell'
import { Icon } from '#web/ui'
import { useRefusalWords } from '../words.js'

/**
 * The reason for a refusal: a text for the person, and a code for the administrator of the system they came from.
 * @param back sealed address of that system's page, for the button that leads there
 */
export function Problem({ reason, back }: { reason: string; back?: string | null }) {
  const t = useT()
  const inWords = useRefusalWords()
  return (
    <VisitorFrame title={t('lti.problem.title')} text={inWords(reason)}>
      <Stack sx={{ gap: 5, alignItems: 'center' }}>
        {back && (
          <Button
            variant="contained"
            size="large"
            startIcon={<Icon name="external" />}
            href={`/lti/back?to=${encodeURIComponent(back)}`}
            {...(window.self !== window.top && { target: '_blank', rel: 'noopener' })}
          >
            {t('lti.problem.back')}
          </Button>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center' }}>
          {t('lti.problem.text', { reason })}
        </Typography>
      </Stack>
    </VisitorFrame>
  )
}
