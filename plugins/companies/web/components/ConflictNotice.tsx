import { Alert, AlertTitle, Box, Button, Stack } from '@mui/material'
import { useEffect, useRef } from 'react'
import { useT } from '#web/i18n'

export interface Difference {
  /** Key of the field. */
  name: string
  /** What somebody else made of it. */
  theirs: string | boolean
}

interface ConflictNoticeProps {
  differences: readonly Difference[]
  onTake: (difference: Difference) => void
}

/** Somebody else saved first: says what they changed, field by field, and lets the person choose. */
export function ConflictNotice({ differences, onTake }: ConflictNoticeProps) {
  const t = useT()
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Recent browsers answer with a promise, which an effect may not return.
    void notice.current?.scrollIntoView({ block: 'center' })
  }, [])
  const write = (value: string | boolean) =>
    typeof value === 'boolean' ? t(value ? 'companies.yes' : 'companies.no') : value || t('companies.conflict.nothing')
  return (
    <Alert severity="warning" role="alert" ref={notice}>
      <AlertTitle>{t('companies.conflict.title')}</AlertTitle>
      {differences.length === 0 ? (
        t('companies.conflict.same')
      ) : (
        <>
          {t('companies.conflict.text')}
          <Box component="ul" sx={{ m: 0, my: 2, p: 0, listStyle: 'none' }}>
            {differences.map((difference) => {
              const field = t(`companies.field.${difference.name}`)
              return (
                <Stack
                  component="li"
                  key={difference.name}
                  direction="row"
                  sx={{ gap: 3, alignItems: 'center', justifyContent: 'space-between' }}
                >
                  <span>
                    {field}: <strong>{write(difference.theirs)}</strong>
                  </span>
                  <Button
                    size="small"
                    color="inherit"
                    onClick={() => onTake(difference)}
                    aria-label={t('companies.conflict.theirs_of', { field })}
                  >
                    {t('companies.conflict.theirs')}
                  </Button>
                </Stack>
              )
            })}
          </Box>
          {t('companies.conflict.keep')}
        </>
      )}
    </Alert>
  )
}
