import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, test } from 'node:test'
import { openReceiver } from '../../test/support/receiver.ts'
import { createAddressRules, parseWebhookUrl } from './webhook-addresses.ts'
import { createPost } from './webhooks/post.ts'

const message = () => ({
  headers: { 'content-type': 'application/json' },
  body: '{"type":"essai"}',
  signal: AbortSignal.timeout(5_000),
})

describe('a webhook address', () => {
  const open = createAddressRules([])
  const within = createAddressRules(['127.0.0.0/8', 'fd12::/16'])

  test('must be public and use HTTPS', () => {
    for (const url of [
      'http://erp.example/in',
      'ftp://erp.example/in',
      'erp.example',
      'https://user:word@erp.example/in',
      'https://127.0.0.1/in',
      'https://127.1/in',
      'https://0x7f000001/in',
      'https://2130706433/in',
      'https://0.0.0.0/in',
      'https://10.1.2.3/in',
      'https://172.31.0.1/in',
      'https://192.168.1.1/in',
      'https://100.64.0.1/in',
      'https://100.100.100.200/latest/meta-data',
      'https://169.254.169.254/latest/meta-data',
      'https://168.63.129.16/in',
      'https://192.0.0.192/in',
      'https://224.0.0.1/in',
      'https://255.255.255.255/in',
      'https://[::]/in',
      'https://[::1]/in',
      'https://[::ffff:10.0.0.1]/in',
      'https://[::ffff:93.184.216.34]/in',
      'https://[64:ff9b::a00:1]/in',
      'https://[fc00::1]/in',
      'https://[fd00:ec2::254]/in',
      'https://[fe80::1]/in',
      'https://[fec0::1]/in',
      'https://[ff02::1]/in',
      'https://[2001::1]/in',
      'https://[2001:db8::1]/in',
      'https://[2002:a00:1::]/in',
    ])
      assert.throws(() => parseWebhookUrl(url, open), { statusCode: 422, code: 'adresse-refusee' }, url)
    for (const url of [
      'https://erp.example/in?a=b',
      'https://erp.example:8443/in',
      'https://93.184.216.34/in',
      'https://172.32.0.1/in',
      'https://[2606:4700::1111]/in',
    ])
      assert.equal(parseWebhookUrl(url, open), url)
    assert.equal(parseWebhookUrl('https://ERP.example/in#part', open), 'https://erp.example/in')
  })

  test('may be private and use HTTP only if the operator allows it', () => {
    for (const url of ['http://127.0.0.1:9/in', 'https://127.9.9.9/in', 'http://[fd12::1]/in'])
      assert.equal(parseWebhookUrl(url, within), url)
    for (const url of ['http://10.0.0.1/in', 'https://10.0.0.1/in', 'http://93.184.216.34/in'])
      assert.throws(() => parseWebhookUrl(url, within), { code: 'adresse-refusee' }, url)
  })
})

describe('the connection to a webhook', () => {
  /** Creates a resolver that returns these answers in turn, then the last one repeatedly, and counts its calls. */
  const nameServer = (...answers: string[][]) => {
    let asked = 0
    return {
      asked: () => asked,
      resolve: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
    }
  }

  test('goes to the checked address: a name that resolves to any private address is refused', async () => {
    const receiver = await openReceiver()
    for (const found of [
      ['127.0.0.1'],
      ['93.184.216.34', '127.0.0.1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
    ]) {
      const post = createPost({ rules: createAddressRules([]), ...nameServer(found) })
      await assert.rejects(
        post(`https://erp.example:${receiver.port}/in`, message()),
        /erp\.example resolves to an address that is not allowed for webhooks/,
      )
    }
    assert.equal(receiver.received.length, 0)
  })

  test('uses one look-up for each message, so that a name that changes in between is still checked', async () => {
    const allowed = await openReceiver('127.0.0.1')
    const rules = createAddressRules(['127.0.0.1'])
    const names = nameServer(['127.0.0.1'], ['127.0.0.2'])
    const post = createPost({ rules, resolve: names.resolve })
    const url = `http://erp.example:${allowed.port}/in`
    assert.equal((await post(url, message())).status, 204)
    assert.equal(names.asked(), 1)
    await assert.rejects(post(url, message()), /not allowed for webhooks/)
    assert.equal(names.asked(), 2)
    assert.equal(allowed.received.length, 1)
    assert.equal(allowed.received[0]?.headers.host, `erp.example:${allowed.port}`)
  })

  test('to a numeric address needs no name server, and is checked too', async () => {
    const receiver = await openReceiver()
    const names = nameServer(['93.184.216.34'])
    const post = createPost({ rules: createAddressRules([]), resolve: names.resolve })
    await assert.rejects(post(receiver.url, message()), /127\.0\.0\.1 resolves to an address/)
    assert.equal(names.asked(), 0)
    assert.equal(receiver.received.length, 0)
  })

  test('does not use HTTP unless the operator allows the address', async () => {
    const post = createPost({ rules: createAddressRules(['127.0.0.1']), ...nameServer(['93.184.216.34']) })
    await assert.rejects(post('http://erp.example/in', message()), /not allowed for webhooks/)
  })

  test('reads only the shown part of a long or endless response, and its status counts', async () => {
    const receiver = await openReceiver()
    receiver.answerWith({ status: 200, body: `a\0${'é'.repeat(5_000_000)}` })
    const post = createPost({ rules: createAddressRules(['127.0.0.1']), ...nameServer(['127.0.0.1']) })
    const { status, text } = await post(receiver.url, message())
    assert.equal(status, 200)
    assert.ok(text.startsWith('aéé') && text.length <= 1_000, `${text.length}`)
    receiver.answerWith({ status: 202, body: 'wait', neverEnds: true })
    const impatient = { ...message(), signal: AbortSignal.timeout(500) }
    assert.deepEqual(await post(receiver.url, impatient), { status: 202, text: 'wait' })
  })

  test('may break off its answer: the status counts once it is there', async () => {
    const post = createPost({ rules: createAddressRules(['127.0.0.1']), ...nameServer(['127.0.0.1']) })
    const answers: [string, RegExp | { status: number; text: string }][] = [
      ['HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab', { status: 200, text: 'ab' }],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nZZ\r\n', { status: 200, text: 'ab' }],
      ['HTTP/1.1 101 Go\r\nUpgrade: other\r\nConnection: upgrade\r\n\r\n', /closed without a response/],
      ['', /socket hang up/],
    ]
    for (const [sent, expected] of answers) {
      const receiver = createServer(socket =>
        socket.on('error', () => {}).once('data', () => socket.end(sent)),
      )
      await once(receiver.listen(0, '127.0.0.1'), 'listening')
      const posted = post(`http://erp.example:${(receiver.address() as AddressInfo).port}/in`, message())
      if (expected instanceof RegExp) await assert.rejects(posted, expected)
      else assert.deepEqual(await posted, expected)
      receiver.close()
    }
  })
})
