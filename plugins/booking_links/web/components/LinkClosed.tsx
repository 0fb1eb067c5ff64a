import { Button, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { goTo, loginPath } from '#web/session'
import { VisitorFrame } from '#web/shell'

/** Shown for a link that does not work (any more): the reason, and its code for support. */
export function LinkClosed({ code }: { code: string }) {
  const t = useT()
  return (
    <VisitorFrame title={t(`booking_links.closed.${code}`)} text={t(`booking_links.closed.${code}_text`)}>
      <Stack sx={{ gap: 4, alignItems: 'center' }}>
        <Button variant="contained" size="large" onClick={() => goTo(loginPath())}>
          {t('core.error_page.to_login')}
        </Button>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('booking_links.closed.code', { code })}
        </Typography>
      </Stack>
    </VisitorFrame>
  )
}
