import { Button } from '@mui/material'
import { Link } from 'react-router'
import { useT } from '#web/i18n'
import { Icon, Section } from '#web/ui'

/** On /deelnemer/resultaten: a link to the person's safety passport. */
export default function ToPassport() {
  const t = useT()
  return (
    <Section title={t('passport.title')} text={t('passport.text')}>
      <Button
        component={Link}
        to="/deelnemer/paspoort"
        variant="outlined"
        startIcon={<Icon name="badge" />}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('passport.open')}
      </Button>
    </Section>
  )
}
