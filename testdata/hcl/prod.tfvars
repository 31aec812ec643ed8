# Values of the production workspace.
region = "eu-north-1"

zones = {
  a = "10.0.1.0/24"
  b = "10.0.2.0/24"
}

ports = [
  80,
  443,
]
