"""OpenStack Swift with its S3 interface, in one process and without root. Arguments: FOLDER PORT."""
import eventlet
import eventlet.wsgi

eventlet.monkey_patch()

import os
import sys

import swift.common.utils

folder, port = sys.argv[1], int(sys.argv[2])
os.makedirs(f"{folder}/devices/disk", exist_ok=True)
# the modules that are imported below read this file
swift.common.utils.SWIFT_CONF_FILE = f"{folder}/swift.conf"
with open(swift.common.utils.SWIFT_CONF_FILE, "w") as file:
    file.write("[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n")

from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

PLACE = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
"""
STORE = """[pipeline:main]
pipeline = {0}-server
[app:{0}-server]
use = egg:swift#{0}
"""
PROXY = """[pipeline:main]
pipeline = catch_errors listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
cors_allow_origin = *
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


class Cache:
    """Replaces memcached, which several processes would share."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)


def caching(app, cache):
    return lambda env, start: app({**env, "swift.cache": cache}, start)


def listen(kind):
    socket = eventlet.listen(("127.0.0.1", 0))
    ring = RingBuilder(1, 1, 0)
    place = {"ip": "127.0.0.1", "port": socket.getsockname()[1], "device": "disk"}
    ring.add_dev({"region": 1, "zone": 1, "weight": 1, **place})
    ring.rebalance()
    ring.get_ring().save(f"{folder}/{kind}.ring.gz")
    return socket


def load(kind, config):
    path = f"{folder}/{kind}-server.conf"
    with open(path, "w") as file:
        file.write(PLACE + config)
    return loadapp(path)


sockets = {kind: listen(kind) for kind in ("account", "container", "object")}
for kind, socket in sockets.items():
    eventlet.spawn(eventlet.wsgi.server, socket, load(kind, STORE.format(kind)), log_output=False)
proxy = eventlet.listen(("127.0.0.1", port))
app = caching(load("proxy", PROXY), Cache())
print(f"listening {proxy.getsockname()[1]}", flush=True)
eventlet.wsgi.server(proxy, app, log_output=False)
