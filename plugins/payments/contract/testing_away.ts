/** For tests: a card payment provider that does not respond. @returns a function that ends it */
export async function providerAway(): Promise<() => void> {
  const { useProvider } = await import('../server/stripe/provider.js')
  useProvider({ secretKey: 'sk_test_away', webhookSecret: 'whsec_away', apiUrl: 'http://127.0.0.1:9' })
  return () => useProvider(null)
}
