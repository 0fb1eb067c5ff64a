import { Button, Stack, Typography } from '@mui/material'
import { useT } from '#web/i18n'
import { goTo, loginPath } from '#web/session'
import { VisitorFrame } from '#web/shell'

/** A link that leads nowhere (any more): what is the matter, and its code for who asks about it. */
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
