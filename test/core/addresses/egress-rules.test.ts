import { expect } from 'chai';
import {
  EgressError,
  isPublicAddress,
  OPEN_RULES,
  PUBLIC_RULES,
  resolveDestination,
} from '../../../core/addresses/egress-rules.js';
import { guardedRequest } from '../../../core/reader/request.js';
import { useNameServer } from '../../helpers/name-server.js';

const PUBLIC = [
  '8.8.8.8',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::8a',
];

const REFUSED = [
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '169.254.170.2',
  'fe80::1',
  'fd00:ec2::254',
  'fc00::1',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '0.1.2.3',
  '::',
  '255.255.255.255',
  '224.0.0.1',
  'ff02::1',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '240.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::a9fe:a9fe',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '2001::1',
  '2001:0:53aa:64c:0:ffff:80ff:fffe',
  '2606:4700::5efe:7f00:1',
  '2606:4700::200:5efe:a00:1',
  '4000::1',
  'a000::1',
  'fe80::1%eth0',
  '2606:4700::1%lo',
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '1.2.3.4.5',
  '[::1]',
  '8.8.8.8 ',
  '192.88.99.1',
  '192.175.48.1',
  '192.52.193.1',
  '2001:db8::1',
  '3fff::1',
  '2001:2::1',
  '2001:20::1',
  '5f00::1',
  '100::1',
  'fec0::1',
  '2620:4f:8000::1',
];

describe('IP addresses', () => {
  it('are public when anyone on the internet may reach them', () => {
    for (const address of PUBLIC) expect(isPublicAddress(address), address).to.equal(true);
    for (const address of REFUSED) expect(isPublicAddress(address), address).to.equal(false);
  });
});

describe('destinations of outgoing connections', () => {
  const names = useNameServer();
  const dns = (addresses: string[]) => async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }));
  const reasonOf = async (hostname: string, port: number, addresses: string[]) => {
    try {
      await resolveDestination({ hostname, port }, PUBLIC_RULES, dns(addresses));
      return 'allowed';
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return error.reason;
    }
  };

  it('are the very addresses that were checked, without private ones', async () => {
    const found = await resolveDestination(
      { hostname: 'example.com', port: 443 },
      PUBLIC_RULES,
      dns(['10.0.0.1', '8.8.8.8', '::1']),
    );
    expect(found).to.deep.equal([{ address: '8.8.8.8', family: 4 }]);
  });

  it('are refused when their name resolves to a private address', async () => {
    expect(await reasonOf('rebind.example', 80, ['127.0.0.1'])).to.equal('private');
    expect(await reasonOf('metadata.example', 80, ['169.254.169.254'])).to.equal('private');
    expect(await reasonOf('six.example', 443, ['fd00::1'])).to.equal('private');
    expect(await reasonOf('empty.example', 443, [])).to.equal('unresolved');
  });

  it('are refused when they are private addresses, in any spelling', async () => {
    const spellings = [
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '127.0.0.1.',
      '①②⑦.⓪.⓪.①',
      '[::1]',
      '::1',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[fe80::1]',
    ];
    for (const hostname of spellings) {
      // A resolver that would return a public address: a literal must not be resolved at all.
      expect(await reasonOf(hostname, 80, ['8.8.8.8']), hostname).to.not.equal('allowed');
    }
  });

  it('are refused on ports other than 80 and 443', async () => {
    for (const port of [22, 25, 5432, 8080, 6379])
      expect(await reasonOf('example.com', port, ['8.8.8.8'])).to.equal('port');
    expect(await reasonOf('example.com', 80, ['8.8.8.8'])).to.equal('allowed');
  });

  it('are refused when their name server does not answer', async () => {
    const failing = () => Promise.reject(new Error('ENOTFOUND'));
    const error = await resolveDestination(
      { hostname: 'gone.example', port: 80 },
      PUBLIC_RULES,
      failing,
    ).catch((e: unknown) => e);
    expect(error).to.be.instanceOf(EgressError).and.have.property('reason', 'unresolved');
  });

  it('are given up when their name takes longer than the request may', async () => {
    names.address = undefined;
    const request = guardedRequest(new URL('http://slow.example/'), {
      time: 20,
      bytes: 1,
      rules: PUBLIC_RULES,
    });
    const error = await request.catch((refused) => refused);
    expect(error).to.be.instanceOf(EgressError).and.have.property('reason', 'unresolved');
  });

  it('are unrestricted under SCREENSHOT_ALLOW_PRIVATE', async () => {
    const found = await resolveDestination({ hostname: '127.0.0.1', port: 8080 }, OPEN_RULES, dns([]));
    expect(found).to.deep.equal([{ address: '127.0.0.1', family: 4 }]);
  });
});
